/** A packet read back from a prompt or a transcript. */
export interface UnwrappedPacket {
  readonly attributes: Readonly<Record<string, string>>
  /** The text inside the wrapper, whatever its version. */
  readonly body: string
}

/** Finds a wrapped packet in a text. An unknown version makes no difference. */
export function unwrapPacket(text: string, tag: string): UnwrappedPacket | null {
  const open = text.indexOf(`<${tag}`)
  const openEnd = open === -1 ? -1 : text.indexOf('>', open)
  const close = openEnd === -1 ? -1 : text.indexOf(`</${tag}>`, openEnd)
  if (close === -1) return null
  const attributes: Record<string, string> = {}
  for (const [, name, value] of text.slice(open, openEnd).matchAll(/([\w.-]+)="([^"]*)"/g)) {
    attributes[name!] = value!.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  }
  return { attributes, body: text.slice(openEnd + 1, close).trim() }
}
