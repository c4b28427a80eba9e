/** Which server a URL names, without who asks and how: neither name, nor password, nor settings. Also for one that is no URL. */
export function redactServerUrl(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^.*@/s, '')
    .replace(/[?#].*$/s, '')
}

/** Whether a URL can be taken apart: a password with an @ or a / in it is cut in the wrong place, and a part of it gets about. */
export function isServerUrl(url: string): boolean {
  const [, , userinfo = ''] = /^([a-z]+):\/\/(?:(.*)@)?/is.exec(url) ?? []
  return plain.test(userinfo)
}

const plain = /^[^@/?#]*$/
