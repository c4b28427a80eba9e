// Personal data, for those who ask for it. Each finder goes through a text once, and would rather miss than guess.
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
