#!/usr/bin/env node
// Written for any Node, so that an old one can say what is wrong instead of failing on syntax.
'use strict'
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  giveUp('foreword needs Node 24 or newer; this is Node ' + process.versions.node + '.')
} else {
  keepCompiledCode()
  start()
}

function start() {
  try {
    require('../dist/main.cjs')
  } catch (error) {
    if (process.argv[2] !== 'hook') throw error
    giveUp('foreword is not whole, install it again: ' + String(error).split('\n')[0])
  }
}

/** A hook never ends with anything but 0, which could stop a prompt. Where the agent shows what a hook says to people, it is told there too. */
function giveUp(why) {
  process.stderr.write(why + '\n')
  if (process.argv[2] !== 'hook') process.exit(1)
  var words = process.argv.slice(3).join(' ')
  if (
    /^session-start .*--agent[ =](claude|codex|gemini)\b/.test(words) &&
    !/--part[ =]([2-9]|\d\d)/.test(words)
  )
    process.stdout.write(JSON.stringify({ systemMessage: why }) + '\n')
  process.exitCode = 0
}

/** V8's compiled code, kept beside our other caches once there are any: a fifth of the start-up. */
function keepCompiledCode() {
  var env = process.env
  var base = env.FOREWORD_CACHE_DIR
  if (base === undefined) {
    var cache = env.XDG_CACHE_HOME || (env.HOME && env.HOME + '/.cache')
    base = cache && cache + '/foreword'
  }
  if (!base || !require('node:path').isAbsolute(base) || !require('node:fs').existsSync(base)) return
  require('node:module').enableCompileCache(base + '/v8')
}
