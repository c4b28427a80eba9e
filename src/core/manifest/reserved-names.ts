/** Names that no plugin may take: addresses of the program's own begin with them. */
export const reservedNames = ['docs', 'context', 'state'] as const
