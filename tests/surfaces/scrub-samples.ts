// Secrets that are generated at run time, the same each time, so that secret scanners do not report our files.
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The numbers of a linear congruential generator, as letters. */
function random(seed: number, length: number, from: string): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return from[(state >>> 16) % from.length]
  }).join('')
}

export const githubToken = (seed: number) => `ghp_${random(seed, 36, letters)}`
export const awsKey = (seed: number) => `AKIA${random(seed, 16, upper)}`
