/** Marks the receipt of a packet that a subagent got, and its session did not. */
export const subagentEvent = 'subagent-start'
