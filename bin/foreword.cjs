#!/usr/bin/env node
// Written for any Node, so that an old one can say what is wrong instead of failing on syntax.
'use strict'
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  giveUp('foreword needs Node 24 or newer; this is Node ' + process.versions.node + '.')
  process.exit(process.exitCode)
}

// Loads what was built, with the code that V8 made of it in earlier runs. Node's own compile cache keeps a file as it is before anything in
// it has run, so every function would be compiled anew in every process: that takes longer than all that a hook does. No function more than
// there must be, because these are compiled in every process; in brackets, so that V8 compiles them at once instead of looking at them first.
// Not by `require`, which asks many others first.
var builtIn = process.getBuiltinModule
var fs = builtIn('node:fs')
var vm = builtIn('node:vm')
var path = builtIn('node:path')
var dist = path.dirname(__dirname) + '/dist'
var loaded = {}
var changing = []
var main

// Beside our other caches.
var env = process.env
var base = env.FOREWORD_CACHE_DIR
if (base === undefined) {
  var caches = env.XDG_CACHE_HOME || (env.HOME && env.HOME + '/.cache')
  base = caches && caches + '/foreword'
}
// A hook does the same with every call of an event, and so does a bundle; whoever waits for one shall not load what others use.
var event = process.argv[2] === 'hook' ? process.argv[3] : process.argv[2] === 'load' ? 'load' : ''
var kind = /^[a-z-]{1,20}$/.test(event) ? event : 'command'
var directory = base && path.isAbsolute(base) ? base + '/code' : null

// A sum of some words out of each page: what a disk loses, it loses by pages. All of them would take longer than to compile.
// biome-ignore format: the brackets
var sample = ((bytes) => {
  var words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  var sum = words.length
  for (var i = 0; i < words.length; i += 257) sum = (Math.imul(sum, 31) + words[i]) | 0
  return sum
})

// What is read is needed until it is compiled: always in the same place, because memory that nobody has used yet costs more than reading.
var room = Buffer.allocUnsafeSlow(1 << 19)
// biome-ignore format: the brackets
var read = ((file) => {
  var fd = fs.openSync(file)
  var size = 0
  try {
    for (var more = -1; more !== 0; size += more) more = fs.readSync(fd, room, size, room.length - size)
  } finally {
    fs.closeSync(fd)
  }
  return size < room.length ? room.subarray(0, size) : fs.readFileSync(file)
})

// biome-ignore format: the brackets
var load = ((name) => {
  // V8 believes only code that was made with the flags that it has now.
  if (main !== undefined) main.exports.setTiers(true)
  try {
    return name.charAt(0) === '.' ? loadOwn(name).exports : builtIn(name)
  } finally {
    if (main !== undefined) main.exports.setTiers(false)
  }
})

// biome-ignore format: the brackets
var loadOwn = ((name) => {
  var module = loaded[name]
  if (module !== undefined) return module
  var file = dist + name.slice(1)
  var source = read(file).latin1Slice()
  // Of the same build, which a file begins with, and the same Node.
  var place =
    directory + '/' + [kind, name.slice(2), source.slice(2, 18), process.version, process.arch].join('-')
  var kept = null
  try {
    if (directory !== null) kept = read(place)
  } catch (_) {
    // There is none yet.
  }
  var code = kept === null ? undefined : kept.subarray(0, -5)
  // V8 believes what it is given, and crashes on half of it.
  if (kept !== null && (kept.length < 1024 || kept.readInt32LE(kept.length - 5) !== sample(code)))
    code = undefined
  var script = new vm.Script(source, { filename: file, cachedData: code })
  // Its last byte says how many runs have added to it what they used. Only the later ones take the short way.
  var runs = code === undefined || script.cachedDataRejected ? 0 : kept[kept.length - 1]
  if (directory !== null && runs < 12) {
    if (changing.length === 0) process.on('exit', keep)
    changing.push({ file: place, script: script, runs: runs })
  }
  module = loaded[name] = { exports: {} }
  script.runInThisContext()(module.exports, load, module, file, dist)
  return module
})

function keep() {
  // Once there are other caches; of a bundle nothing else is kept.
  if (main !== undefined && (event === 'load' || fs.existsSync(base)))
    main.exports.keepCode(directory, changing, sample)
}

try {
  main = loadOwn('./main.cjs')
} catch (error) {
  if (process.argv[2] !== 'hook') throw error
  giveUp('foreword is not whole, install it again: ' + String(error).split('\n')[0])
}

/** A hook never ends with anything but 0, which could stop a prompt. Where the agent shows what a hook says to people, it is told there too. */
function giveUp(why) {
  process.stderr.write(why + '\n')
  process.exitCode = process.argv[2] === 'hook' ? 0 : 1
  var words = process.argv.slice(2).join(' ')
  if (
    /^hook session-start .*--agent[ =](claude|codex|gemini)\b/.test(words) &&
    !/--part[ =]([2-9]|\d\d)/.test(words)
  )
    process.stdout.write(JSON.stringify({ systemMessage: why }) + '\n')
}
