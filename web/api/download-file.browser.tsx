import { AxiosError } from 'axios'
import { expect, onTestFinished, test, vi } from 'vitest'
import { siteExportEndpoints } from '#contract/site-exports.ts'
import { ApiError } from './call.ts'
import { downloadFile } from './download-file.ts'
import { httpClient } from './http-client.ts'

const parts = { params: { id: '00000000-0000-7000-8000-000000000001' } }
const download = () => downloadFile(siteExportEndpoints.download, parts, 'site.tar')

/** As the browser gets it: where a file was asked for, the refusal is a file as well. */
function refuse(status: number, body: string) {
  httpClient.defaults.adapter = async (config) => {
    const response = { data: new Blob([body]), status, statusText: '', headers: {}, config }
    throw new AxiosError('refused', undefined, config, undefined, response)
  }
}
const failure = () => download().catch((error: unknown) => error as ApiError)

test('a refused download says why, with the request', async () => {
  refuse(410, JSON.stringify({ code: 'file_gone', title: 'Gone', status: 410, requestId: 'req-7' }))
  expect(await failure()).toMatchObject({ code: 'file_gone', problem: { requestId: 'req-7' } })
})

test('a page of a proxy instead of the file is a failure without a reason', async () => {
  refuse(502, '<html>Bad Gateway</html>')
  const error = await failure()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'unexpected', problem: undefined })
})

test('a browser has a minute to read the file before it is let go', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => void (vi.useRealTimers(), vi.restoreAllMocks()))
  httpClient.defaults.adapter = async (config) => ({
    data: new Blob(['tar']),
    status: 200,
    statusText: '',
    headers: {},
    config,
  })
  await download()
  expect(click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(59_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(revoke).toHaveBeenCalledOnce()
})
