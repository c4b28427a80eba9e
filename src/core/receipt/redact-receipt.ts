import type { Receipt } from './receipt.ts'

/** Collects the texts of a receipt that came from people or programs. */
export function collectReceiptTexts({ asked, client, error, diagnostics, left_out }: Receipt): string[] {
  const texts = [asked, client, error].flatMap((text) => text ?? [])
  const why = left_out.flatMap((omission) => [omission.why, ...omission.looked])
  return [...texts, ...diagnostics.map((diagnostic) => diagnostic.detail), ...why]
}

/** Applies a redactor to the same texts, because a name or a value can be a secret too. */
export function redactReceipt(receipt: Receipt, clean: (text: string) => string): Receipt {
  return {
    ...receipt,
    ...(receipt.asked !== undefined && { asked: clean(receipt.asked) }),
    ...(receipt.client !== undefined && { client: clean(receipt.client) }),
    error: receipt.error === null ? null : clean(receipt.error),
    diagnostics: receipt.diagnostics.map((diagnostic) => ({
      ...diagnostic,
      detail: clean(diagnostic.detail),
    })),
    left_out: receipt.left_out.map((omission) => ({
      ...omission,
      why: clean(omission.why),
      looked: omission.looked.map(clean),
    })),
  }
}
