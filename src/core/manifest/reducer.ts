/** A reducer as the manifest names it: `head-tail(150, 100)`. */
export interface ReducerCall {
  readonly name: ReducerName
  readonly amounts: readonly number[]
  readonly labels: readonly string[]
}

interface ReducerForm {
  /** The number of amounts it takes, or 'labels' if it takes names. */
  readonly takes: number | 'labels'
  readonly about: string
}

/** All reducers. They are deterministic and never call a model. */
export const reducerForms = {
  full: { takes: 0, about: 'The whole section.' },
  headings: {
    takes: 'labels',
    about: 'Only the lines under these labels; `header` names the lines before the first one.',
  },
  head: { takes: 1, about: 'The beginning, up to n units, with the cut marker.' },
  sentences: {
    takes: 1,
    about: 'The beginning, up to n units, that ends with a sentence or a list item, with the cut marker.',
  },
  prefix: { takes: 1, about: 'The first n units, cut at the exact character, without a marker.' },
  'head-tail': { takes: 2, about: 'The first n and the last m units with the cut marker between them.' },
  documents: {
    takes: 1,
    about: 'Whole documents from the first on, up to n units; a line tells how many were left out.',
  },
  bullets: { takes: 0, about: 'Only list items, headings and labels.' },
  'one-line': { takes: 0, about: 'The first line with text.' },
  reference: { takes: 0, about: 'One line with the source and its size, so that it can be read on demand.' },
  drop: { takes: 0, about: 'Nothing; the receipt records it.' },
} as const satisfies Record<string, ReducerForm>

export type ReducerName = keyof typeof reducerForms
export const reducerNames = Object.keys(reducerForms) as ReducerName[]

/** Returns the parsed call, or an error message. */
export function parseReducer(text: string): ReducerCall | string {
  const match = /^([a-z-]+)(?:\((.*)\))?$/.exec(text.trim())
  const name = match?.[1] as ReducerName | undefined
  if (name === undefined || !Object.hasOwn(reducerForms, name)) {
    return `unknown reducer "${text}"; known: ${reducerNames.join(', ')}`
  }
  const words = (match?.[2] ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const { takes } = reducerForms[name]
  if (takes === 'labels') {
    return words.length > 0
      ? { name, amounts: [], labels: words }
      : `${name} needs the labels to keep, e.g. ${name}(header, Next Action)`
  }
  if (words.length !== takes || !words.every((word) => /^\d{1,9}$/.test(word))) {
    return takes === 0
      ? `${name} takes no arguments`
      : `${name} takes ${takes} whole number${takes > 1 ? 's' : ''}`
  }
  return { name, amounts: words.map(Number), labels: [] }
}

/** Parses a reducer of a manifest that was checked before. */
export function parseCheckedReducer(text: string): ReducerCall {
  const call = parseReducer(text)
  if (typeof call === 'string') throw new Error(call)
  return call
}
