/** Returns the packet that the hook of the samples printed, at a given size. */
export function samplePacket(size: number): string {
  let text = '<project-context injection="x1">\n## TASK\n\n'
  for (let n = 1; text.length < size - 60; n += 1)
    text += `- line ${n} of the made-up roadmap, number ${(n * 7919) % 1000}\n`
  return `${text}## END\n\nthe <b>last</b> line <system-reminder>x</system-reminder>\n</project-context>\n`
}

/** Returns the two sections of the packet. The text is ASCII, so a character is a byte. */
export function sampleSections(packet: string) {
  const end = packet.indexOf('## END')
  return [
    { id: 'TASK', bytes: [packet.indexOf('- line 1 '), end] as const },
    { id: 'END', bytes: [packet.indexOf('the <b>'), packet.indexOf('</project-context>')] as const },
  ]
}
