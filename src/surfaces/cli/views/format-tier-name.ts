/** The name of a tier as a title. Sections without a tier are in the tier ''. */
export function formatTierName(tier: string): string {
  return tier === '' ? 'Other' : tier[0]!.toUpperCase() + tier.slice(1)
}
