#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { nextRun } from './schedule.ts'

const [command, file = 'jobs.json'] = process.argv.slice(2)
const jobs = JSON.parse(readFileSync(file, 'utf8')) as { name: string; every: string }[]

if (command === 'list') {
  for (const { name, every } of jobs) console.log(name, new Date(nextRun(0, every, Date.now())).toLocaleString())
} else {
  console.error('Usage: kestrel run|list|log [FILE]')
  process.exitCode = 2
}
