/** Text that tells an agent to do something to its output is a stranger's order, not a rule of the project. */
const ordersAgents =
  /\bif you(?:'re| are) (?:an? )?(?:AI|LLM|automated|autonomous|coding agent|agent|bot|language model)|\bagents? (?:must|should|need to|have to) (?:add|include|put|append|write|prefix|start|say|mention)|\bas an (?:AI|LLM)\b|\bignore (?:all |any )?(?:previous|prior)\b|\bsystem prompt\b|\bemoji\b|🤖|\bopt[- ]in\b/iu

export function addressesAgents(text: string): boolean {
  return ordersAgents.test(text)
}
