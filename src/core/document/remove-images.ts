/** Replaces images and badges, which are linked images, by another text. */
export function removeImages(text: string, replacement: '' | ' '): string {
  return text
    .replace(/\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\](?:\([^)]*\)|\[[^\]]*\])/g, replacement)
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, replacement)
}
