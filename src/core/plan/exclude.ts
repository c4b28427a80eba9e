/** Never read, whatever a manifest says: files whose whole purpose is to hold secrets. */
export const builtInExclusions: readonly string[] = [
  '.env',
  '.env.*',
  '*credentials*',
  '*secret*',
  '*.pem',
  '*.key',
  'id_rsa*',
  'id_ed25519*',
  '.npmrc',
  '.netrc',
  '.git-credentials',
]
