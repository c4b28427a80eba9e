/** Names that plugins may not have, because addresses of foreword itself start with them. */
export const reservedNames = ['docs', 'context', 'state', 'project'] as const
