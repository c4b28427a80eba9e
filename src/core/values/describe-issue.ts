interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}

/** Describes the first issue of a schema: its place in the value, such as `findings[3].count`, and its message. */
export function describeIssue({ issues: [issue] }: SchemaError): string {
  const steps = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  const place = steps.join('').replace(/^\./, '')
  const message = issue?.message ?? 'not valid'
  return place === '' ? message : `${place}: ${message}`
}
