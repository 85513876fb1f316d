import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'
import type { TestClickHouse } from './test-clickhouse-server.ts'
import { startToday } from './today-server.ts'

/**
 * A ClickHouse to test against: that of CLICKHOUSE_URL, or one of its own on free ports of this machine.
 * @throws Error with a sentence when there is none and none can be installed
 */
export async function startClickHouse({ isToday = false } = {}): Promise<TestClickHouse> {
  if (isToday) return startToday()
  const given = process.env['CLICKHOUSE_URL']
  if (given) {
    const { host } = new URL(given)
    return { url: given, version: await versionAt(`http://${host}`), dataDir: undefined, stop: async () => undefined }
  }
  const command = findServer() ?? installServer()
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-clickhouse-'))
  const [http, tcp] = await freePorts(2)
  writeConfig(folder, http!, tcp!)
  const [file, ...first] = command
  const start = () => spawn(file!, [...first, `--config-file=${join(folder, 'config.xml')}`], { stdio: 'ignore' })
  const at = `http://127.0.0.1:${http}`
  const ready = async () => {
    for (let tries = 0; tries < 100; tries++) {
      const version = await versionAt(at).catch(() => undefined)
      if (version) return version
      if (child.exitCode !== null) break
      await pause(200)
    }
    await end()
    throw new Error('The ClickHouse server does not start.')
  }
  let child = start()
  const end = async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await Promise.race([ended, pause(10_000)])
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const version = await ready()
  return {
    url: `clickhouse://127.0.0.1:${http}/default`,
    version,
    dataDir: join(folder, 'data'),
    get pid() {
      return child.pid
    },
    revive: async () => {
      if (child.exitCode === null && child.signalCode === null) return
      child = start()
      await ready()
    },
    stop: end,
  }
}

/** Debian calls it clickhouse-server; elsewhere it is one program for everything. */
function findServer(): string[] | undefined {
  const starts = (file: string) => spawnSync(file, ['--help'], { stdio: 'ignore' }).error === undefined
  if (starts('clickhouse-server')) return ['clickhouse-server']
  if (existsSync('/usr/sbin/clickhouse-server')) return ['/usr/sbin/clickhouse-server']
  return starts('clickhouse') ? ['clickhouse', 'server'] : undefined
}

function installServer(): string[] {
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Debian’s clickhouse-server (once) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', 'clickhouse-server'],
    ])
      spawnSync('apt-get', args, { stdio: 'ignore', env })
  }
  const found = findServer()
  if (!found)
    throw new Error(
      'No ClickHouse here: install clickhouse-server, or set CLICKHOUSE_URL=clickhouse://host:8123/default.',
    )
  return found
}

async function versionAt(address: string): Promise<string> {
  const reply = await fetch(`${address}/?query=${encodeURIComponent('select version()')}`)
  if (!reply.ok) throw new Error(`ClickHouse answers ${reply.status}`)
  return (await reply.text()).trim()
}

/** Early servers know `yandex` as the root element only, and today's ones accept it. */
function writeConfig(folder: string, http: number, tcp: number): void {
  for (const name of ['data', 'tmp']) mkdirSync(join(folder, name))
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex>
  <logger><level>error</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
  <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><mark_cache_size>268435456</mark_cache_size>
  <users_config>users.xml</users_config><default_profile>default</default_profile>
  <default_database>default</default_database><timezone>UTC</timezone>
</yandex>`,
  )
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex>
  <profiles><default><max_memory_usage>4000000000</max_memory_usage></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>`,
  )
}
