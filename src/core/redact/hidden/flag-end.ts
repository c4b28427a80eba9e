/** Country codes of ISO 3166-1. The code of a subdivision begins with one. */
const regions =
  ' ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ' +
  'ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ' +
  'ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ' +
  'ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt ' +
  'mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw ' +
  'sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ' +
  'ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw '

/** Two letters of a region, one to three letters or digits of its subdivision, and the cancel tag. */
const subdivision = /^[\u{e0061}-\u{e007a}]{2}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,3}\u{e007f}/u
/** Six tag characters of two code units each. */
const maxTagsLength = 12

/** Finds the end of the tags that turn a black flag into the flag of a subdivision; `at` if there are none. */
export function findFlagEnd(text: string, at: number, before: string): number {
  if (before !== '\u{1f3f4}') return at
  const tags = subdivision.exec(text.slice(at, at + maxTagsLength))?.[0]
  if (tags === undefined) return at
  return regions.includes(` ${decodeTags(tags.slice(0, 4))} `) ? at + tags.length : at
}

/** The ASCII letters that tag characters stand for. */
function decodeTags(tags: string): string {
  return Array.from(tags, (tag) => String.fromCharCode(tag.codePointAt(0)! - 0xe0000)).join('')
}
