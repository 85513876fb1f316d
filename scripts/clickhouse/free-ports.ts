import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** @returns ports of this machine that were free a moment ago, all different */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(async (server) => server.listening || (await once(server, 'listening'))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}
