/** Removes user name, password and parameters from a URL. Also accepts texts that are not URLs. */
export function redactServerUrl(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^.*@/s, '')
    .replace(/[?#].*$/s, '')
}

/** Whether a URL can be split safely. A password with an unescaped @ or / would be cut in the wrong place, and a part of it would leak. */
export function isServerUrl(url: string): boolean {
  const [, , userinfo = ''] = /^([a-z]+):\/\/(?:(.*)@)?/is.exec(url) ?? []
  return plain.test(userinfo)
}

const plain = /^[^@/?#]*$/
