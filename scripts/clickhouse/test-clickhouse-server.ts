export type TestClickHouse = {
  /** As EVENTS_URL. */
  url: string
  version: string
  /** The folder of its data; undefined for a server that is not ours. */
  dataDir: string | undefined
  /** Of a process of its own. */
  pid?: number | undefined
  /** Starts a server of its own again after it was killed. */
  revive?: () => Promise<void>
  stop: () => Promise<void>
}
