import type { Receipt } from './receipt.ts'

/** What people said in it. */
export function collectReceiptTexts({ asked, client, error, diagnostics, left_out }: Receipt): string[] {
  const given = [asked, client, error].flatMap((one) => one ?? [])
  const why = left_out.flatMap((one) => [one.why, ...one.looked])
  return [...given, ...diagnostics.map((one) => one.detail), ...why]
}

/** A receipt in which nothing that a person said is left as it was said: a name or a value can be a secret too. */
export function redactReceipt(receipt: Receipt, clean: (text: string) => string): Receipt {
  return {
    ...receipt,
    ...(receipt.asked !== undefined && { asked: clean(receipt.asked) }),
    ...(receipt.client !== undefined && { client: clean(receipt.client) }),
    error: receipt.error === null ? null : clean(receipt.error),
    diagnostics: receipt.diagnostics.map((one) => ({ ...one, detail: clean(one.detail) })),
    left_out: receipt.left_out.map((one) => ({
      ...one,
      why: clean(one.why),
      looked: one.looked.map(clean),
    })),
  }
}
