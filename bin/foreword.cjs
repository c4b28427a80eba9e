#!/usr/bin/env node
// Written for any Node, so that an old one can say what is wrong instead of failing on syntax.
'use strict'
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(`foreword needs Node 24 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
} else {
  require('../dist/main.cjs')
}
