#!/usr/bin/env node
// Written for any Node, so that an old one can say what is wrong instead of failing on syntax.
'use strict'
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write('foreword needs Node 24 or newer; this is Node ' + process.versions.node + '.\n')
  process.exit(1)
} else {
  keepCompiledCode()
  require('../dist/main.cjs')
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
