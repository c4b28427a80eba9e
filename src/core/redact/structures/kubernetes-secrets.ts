import type { Span } from '../span.ts'

const maxDocumentLength = 16 * 1024

/** Finds the values of a Kubernetes Secret in YAML or JSON. */
export function findKubernetesSecrets(text: string): Span[] {
  const spans: Span[] = []
  const kind = /\bkind["']?\s{0,4}:\s{0,4}["']?secret\b/gi
  for (let match = kind.exec(text); match !== null; match = kind.exec(text)) {
    const floor = Math.max(0, match.index - maxDocumentLength, spans.at(-1)?.end ?? 0)
    const start = floor + text.slice(floor, match.index).lastIndexOf('\n---') + 1
    const rest = text.slice(match.index, match.index + maxDocumentLength)
    const next = rest.indexOf('\n---')
    const end = match.index + (next === -1 ? rest.length : next)
    const document = text.slice(start, end)
    for (const span of [...findYamlValues(document), ...findJsonValues(document)]) {
      spans.push({ start: start + span.start, end: start + span.end })
    }
    kind.lastIndex = end
  }
  return spans
}

function findYamlValues(document: string): Span[] {
  const spans: Span[] = []
  const heading = /^([ \t]*)(?:data|stringData):[ \t]*\r?$/gm
  for (const match of document.matchAll(heading)) {
    let at = match.index + match[0].length + 1
    while (at < document.length) {
      const lineEnd = findLineEnd(document, at)
      const line = document.slice(at, lineEnd)
      const indent = /^[ \t]*/.exec(line)![0].length
      if (line.trim() !== '' && indent <= match[1]!.length) break
      const value = /^[ \t]+(?:["']?[\w.-]+["']?:[ \t]*)?["']?([^\s"'|>{<$][^\s"']{3,})["']?[ \t]*\r?$/.exec(
        line,
      )
      if (value !== null) {
        const from = at + line.lastIndexOf(value[1]!)
        spans.push({ start: from, end: from + value[1]!.length })
      }
      at = lineEnd + 1
    }
  }
  return spans
}

function findJsonValues(document: string): Span[] {
  const spans: Span[] = []
  for (const match of document.matchAll(/"(?:data|stringData)"\s{0,8}:\s{0,8}\{([^{}]{0,8192})\}/g)) {
    const from = match.index + match[0].length - match[1]!.length - 1
    for (const pair of match[1]!.matchAll(/:\s{0,8}"([^"\\]{4,})"/g)) {
      const start = from + pair.index + pair[0].length - pair[1]!.length - 1
      spans.push({ start, end: start + pair[1]!.length })
    }
  }
  return spans
}

function findLineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
