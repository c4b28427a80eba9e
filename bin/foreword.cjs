#!/usr/bin/env node
// Written for any Node, so that an old one can say what is wrong instead of failing on syntax.
'use strict'
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  giveUp('foreword needs Node 24 or newer; this is Node ' + process.versions.node + '.')
} else {
  startOrSay()
}

function startOrSay() {
  try {
    start()
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

/**
 * Loads what was built, with the code that V8 made of it the last time. Node's own compile cache keeps a file as it is before anything in
 * it has run, so every function would be compiled anew in every process: that takes longer than all that a hook does.
 */
function start() {
  var fs = require('node:fs')
  var vm = require('node:vm')
  var dist = require('node:path').join(__dirname, '..', 'dist')
  var directory = codeDirectory(fs)
  var loaded = {}
  var changing = []

  /** What another run has kept is used only for the same build, the same Node and the same kind of call. */
  function keptFor(name, source) {
    var build = source.slice(2, 18)
    var file = directory + '/' + [kindOfCall(), name, build, process.version, process.arch].join('-')
    try {
      var bytes = fs.readFileSync(file)
      return { file: file, code: bytes.subarray(0, -1), runs: bytes[bytes.length - 1] }
    } catch (_error) {
      return { file: file, code: undefined, runs: 0 }
    }
  }

  function load(name) {
    var module = loaded[name]
    if (module !== undefined) return module.exports
    var file = dist + '/' + name
    var source = fs.readFileSync(file, 'latin1')
    var kept = directory === null ? null : keptFor(name, source)
    var script = new vm.Script('(function(exports,require,module,__filename,__dirname){' + source + '\n})', {
      filename: file,
      cachedData: kept === null ? undefined : kept.code,
    })
    // Only the later runs take the short way: the first few add what they have used.
    if (kept !== null && (script.cachedDataRejected !== false || kept.runs < 4))
      changing.push({
        file: kept.file,
        script: script,
        runs: script.cachedDataRejected === false ? kept.runs : 0,
      })
    module = loaded[name] = { exports: {} }
    script.runInThisContext()(module.exports, need, module, file, dist)
    return module.exports
  }

  function need(name) {
    return name.charAt(0) === '.' ? load(name.slice(2)) : require(name)
  }

  process.on('exit', () => {
    var main = loaded['main.cjs'].exports
    if (changing.length > 0 && main.keepCode) main.keepCode(directory, changing)
  })
  load('main.cjs')
}

/** A hook does the same with every call of an event. */
function kindOfCall() {
  var event = process.argv[3]
  return process.argv[2] === 'hook' && /^[a-z-]{1,20}$/.test(event) ? event : 'command'
}

/** Beside our other caches, once there are any; null without. */
function codeDirectory(fs) {
  var env = process.env
  var base = env.FOREWORD_CACHE_DIR
  if (base === undefined) {
    var cache = env.XDG_CACHE_HOME || (env.HOME && env.HOME + '/.cache')
    base = cache && cache + '/foreword'
  }
  if (!base || !require('node:path').isAbsolute(base) || !fs.existsSync(base)) return null
  return base + '/code'
}
