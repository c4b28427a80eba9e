/** Stands in the receipt of what a subagent got: the session around it did not. */
export const subagentEvent = 'subagent-start'
