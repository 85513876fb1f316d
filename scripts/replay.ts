/**
 * npm run replay -- access-log FILE [--path PATTERN]… [--shift]: turns an access log in the combined format (.gz too) into
 * views of the articles of this installation. PATTERN says where articles are on the site, as /blog/{slug}.html; left out, the
 * address in the settings does, or /{slug}. --shift moves all times so that the last line happened now.
 */
import { createReadStream, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { readConfig } from '../server/config.ts'
import { COUNTING_POOL } from '../server/db/database.ts'
import { openEventEngine } from '../server/events/event-engine.ts'
import { replayLog } from '../server/features/events/replay-commands.ts'
import { rankHot } from '../server/features/hot/hot-rank-commands.ts'
import { siteAddresses } from '../server/features/settings/setting-queries.ts'
import { progress } from './progress.ts'
import { withDatabase } from './reach-database.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run replay -- access-log FILE [--path /blog/{slug}]… [--shift]'

await runCommand(main)

async function main(stopping: AbortSignal): Promise<void> {
  const { positionals, values } = readRequest()
  const [source, path] = positionals
  if (source !== 'access-log' || !path || positionals.length > 2)
    return refuse('Say which log: access-log FILE.', USAGE)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`)

  const config = readConfig(process.env)
  await withDatabase(config, { schema: 'current', pool: COUNTING_POOL }, async ({ db }) => {
    const engine = await openEventEngine(config.events)
    const events = engine.storeOn(db)
    const patterns = values.path ?? [(await siteAddresses(db)).pattern || '/{slug}']
    const say = progress()
    const report = await replayLog(db, events, {
      lines: () => linesOf(path),
      patterns,
      shift: values.shift,
      onProgress: (done, total) => {
        stopping.throwIfAborted()
        say('Replaying', done, total)
      },
    })
    await rankHot(db, events)
    const count = (number: number) => number.toLocaleString('en')
    if (process.stdout.isTTY) console.log()
    if (report.isRepeated) console.log('This file was replayed before: nothing changed.')
    console.log(`${count(report.lines)} lines: ${count(report.views)} views of ${count(report.articles)} articles`)
    console.log(
      `Left out: ${count(report.bots)} of bots, ${count(report.others)} of no article, ${count(report.outOfTime)} too old or of a time to come, ${count(report.bad)} not in the format`,
    )
    await engine.close()
    if (report.outOfTime > report.views) console.log('A log of another time can be moved to now with --shift.')
  })
}

function readRequest() {
  return readArguments({
    usage: USAGE,
    about: 'Counts the views that the access log of a web server tells of, as if readers had made them here.',
    operands: true,
    options: {
      path: {
        type: 'string',
        multiple: true,
        value: '/blog/{slug}',
        about: 'how addresses of articles look; several are possible',
      },
      shift: { type: 'boolean', default: false, about: 'move the log so that it ends now' },
    },
  })
}

function linesOf(path: string): AsyncIterable<string> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  return createInterface({ input, crlfDelay: Infinity })
}
