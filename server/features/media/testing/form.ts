const BOUNDARY = 'the-boundary-of-this-test'
export const formType = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

type File = { bytes: Buffer | string; name?: string; field?: string; type?: string }

/** The body of a multipart/form-data request, byte for byte as a browser sends it. */
export function form(files: File[], texts: Record<string, string> = {}): Buffer {
  const parts = [
    ...Object.entries(texts).map(([name, value]) => [`form-data; name="${name}"\r\n\r\n`, value] as const),
    ...files.map(({ bytes, name = 'photo.png', field = 'file', type = 'image/png' }) => {
      const head = `form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
      return [head, bytes] as const
    }),
  ]
  return Buffer.concat([
    ...parts.flatMap(([head, value]) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${head}`),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}
