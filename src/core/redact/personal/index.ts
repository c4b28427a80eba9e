// Finds personal data, for manifests that select these rules. Each finder reads a text once and skips doubtful cases.
import type { Span } from '../span.ts'
import { findBankAccounts } from './bank-account.ts'
import { findPaymentCards } from './card.ts'
import { findEmailAddresses } from './email.ts'
import { findPhoneNumbers } from './phone.ts'
import { findSocialSecurityNumbers } from './social-security.ts'

export const personalFinders: ReadonlyMap<string, (text: string) => Span[]> = new Map([
  ['email-address', findEmailAddresses],
  ['social-security-number', findSocialSecurityNumbers],
  ['payment-card', findPaymentCards],
  ['iban', findBankAccounts],
  ['phone-number', findPhoneNumbers],
])
