import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../outside/public-address.ts'
import { postSigned, type PostSurroundings } from './signed-post.ts'
import { testCertificate } from './testing/certificate.ts'

type Call = { body: string; signature: string; host: string }
const calls: Call[] = []
let status = 204
let extra: Record<string, string> = {}
const server = createServer(testCertificate, (request, reply) => {
  void text(request).then((body) => {
    const { host = '', 'x-copydesk-signature': signature } = request.headers
    calls.push({ body, signature: String(signature), host })
    reply.writeHead(status, extra).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const url = `https://hooks.example.org:${port}/take?key=1`
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  calls.length = 0
  status = 204
  extra = {}
})

let asked = 0
const surroundings: PostSurroundings = {
  resolve: async () => {
    asked++
    return [{ address: '127.0.0.1', family: 4 }]
  },
  isAllowed: (address) => address === '127.0.0.1',
  ca: testCertificate.cert,
}

describe('a webhook', () => {
  it('is signed so that its receiver can tell who wrote it, and when', async () => {
    await postSigned(url, 'whsec_1', { event: 'health.bad' }, surroundings)
    const [call] = calls
    const [, seconds = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(call?.signature ?? '') ?? []
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(30)
    expect(given).toBe(createHmac('sha256', 'whsec_1').update(`${seconds}.${call?.body}`).digest('hex'))
    expect(JSON.parse(call?.body ?? '')).toEqual({ event: 'health.bad' })
  })

  it('R34 goes to the addresses that were checked: the name is asked once', async () => {
    asked = 0
    await postSigned(url, 's', {}, surroundings)
    expect(asked).toBe(1)
  })

  it('R34 does not go into a private network, not even if only one of the addresses of a name is in it', async () => {
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const mixed = { ...surroundings, resolve: async () => both, isAllowed: isPublicAddress }
    await expect(postSigned(url, 's', {}, mixed)).rejects.toThrow('private network')
    for (const host of ['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '[::ffff:10.0.0.1]', '169.254.169.254'])
      await expect(postSigned(`https://${host}:${port}/`, 's', {}), host).rejects.toThrow('private network')
    expect(calls).toEqual([])
  })

  it('follows no redirect, and what was not taken is a failure', async () => {
    status = 302
    extra = { location: 'https://127.0.0.1/' }
    await expect(postSigned(url, 's', {}, surroundings)).rejects.toThrow('redirect (302)')
    status = 500
    await expect(postSigned(url, 's', {}, surroundings)).rejects.toThrow('answered 500')
    expect(calls).toHaveLength(2)
  })

  it('is https only, and carries no password in its address', async () => {
    await expect(postSigned(url.replace('https:', 'http:'), 's', {}, surroundings)).rejects.toThrow('https')
    await expect(postSigned(url.replace('//', '//me:pw@'), 's', {}, surroundings)).rejects.toThrow('password')
  })
})

it('an address is public only if the open internet gave it out', () => {
  const own = ['10.1.2.3', '100.64.0.1', '172.31.0.1', '192.168.1.1', '0.0.0.0', '224.0.0.1', '255.255.255.255']
  const six = ['::1', '::', 'fe80::1', 'fc00::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:7f00:1::', '2001:db8::1']
  for (const address of [...own, ...six, 'localhost', '']) expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true)
})
