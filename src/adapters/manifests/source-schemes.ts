/** Schemes of sources, besides addresses and names of sections. */
export const sourceSchemes = ['file', 'adapter', 'memory'] as const
