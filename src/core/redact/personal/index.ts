// Personal data, for those who ask for it. Each finder goes through a text once, and would rather miss than guess.
import type { Span } from '../span.ts'
import { bankAccounts } from './bank-account.ts'
import { paymentCards } from './card.ts'
import { emailAddresses } from './email.ts'
import { phoneNumbers } from './phone.ts'
import { socialSecurityNumbers } from './social-security.ts'

export const personalFinders: ReadonlyMap<string, (text: string) => Span[]> = new Map([
  ['email-address', emailAddresses],
  ['social-security-number', socialSecurityNumbers],
  ['payment-card', paymentCards],
  ['iban', bankAccounts],
  ['phone-number', phoneNumbers],
])
