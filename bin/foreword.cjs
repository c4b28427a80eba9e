#!/usr/bin/env node
// Written in syntax that every Node understands, so that an old one can say that it is too old.
'use strict'
var fs = require('fs')
var path = require('path')

var home = path.dirname(__dirname)
var words = process.argv.slice(2)
var isHook = words[0] === 'hook'
var asksForHelp = words.indexOf('--help') !== -1 || words.indexOf('-h') !== -1

if (Number(process.versions.node.split('.')[0]) < 24) {
  giveUp('foreword needs Node 24 or newer; this is Node ' + process.versions.node + '.')
  process.exit()
}

enableCompileCache()
try {
  if (isHook && !asksForHelp) void require('../dist/hook/hook.cjs').runHook(home)
  else void require('../dist/command-line/command-line.cjs').runCommand(home)
} catch (error) {
  if (!isHook) throw error
  giveUp('foreword is not whole, install it again: ' + String(error).split('\n')[0])
}

/** Node keeps compiled code in this directory. If the cache cannot be used, Node compiles again. */
function enableCompileCache() {
  var directory = compileCacheDirectory()
  if (directory !== null && isPrivate(directory)) require('module').enableCompileCache(directory)
}

/**
 * Beside the other caches of foreword. Null if caching is off. A relative path is not used, because it could lie in a repository: code that
 * came with a clone would run.
 */
function compileCacheDirectory() {
  var env = process.env
  if (words.indexOf('--no-cache') !== -1) return null
  var base = env.FOREWORD_CACHE_DIR
  if (base === undefined) {
    var caches = env.XDG_CACHE_HOME
    if (!caches || !path.isAbsolute(caches)) caches = env.HOME && env.HOME + '/.cache'
    base = caches && caches + '/foreword'
  }
  return base && path.isAbsolute(base) ? base + '/compile-cache' : null
}

/** Node runs the code it finds in the cache, so only this user may be able to write there. */
function isPrivate(directory) {
  try {
    var base = path.dirname(directory)
    // One level at a time: below /proc a recursive mkdirSync never returns.
    ;[path.dirname(base), base, directory].forEach(makeDirectory)
    var stat = fs.lstatSync(directory)
    // Windows has neither owners nor modes in this form; a home directory is private there.
    if (!process.getuid) return stat.isDirectory()
    return stat.isDirectory() && stat.uid === process.getuid() && (stat.mode & 63) === 0
  } catch (_) {
    return false
  }
}

function makeDirectory(directory) {
  if (!fs.existsSync(directory)) fs.mkdirSync(directory, 448)
}

/**
 * Says why foreword cannot run. A hook ends with 0, because any other exit code could block the user's prompt. Agents that show a
 * `systemMessage` at the start of a session show the reason to the user.
 */
function giveUp(why) {
  process.stderr.write(why + '\n')
  process.exitCode = isHook ? 0 : 1
  var line = words.join(' ')
  if (
    /^hook session-start .*--agent[ =](claude|codex|gemini)\b/.test(line) &&
    !/--part[ =]([2-9]|\d\d)/.test(line)
  )
    process.stdout.write(JSON.stringify({ systemMessage: why }) + '\n')
}
