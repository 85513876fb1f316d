/** A bucket, and where it is; `endpoint` is undefined for Amazon's own. */
export type Bucket = { bucket: string; endpoint: string | undefined; region: string }

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PARAMETERS = new Set(['endpoint', 'region'])

/**
 * Reads `s3://bucket?endpoint=https://…&region=…`. Without a region it is that of AWS_REGION, else us-east-1.
 * @throws Error whose message says what is wrong, to be put behind the name of the variable
 */
export function readStorageUrl(text: string, env: Record<string, string | undefined>): Bucket {
  if (!URL.canParse(text) || new URL(text).protocol !== 's3:')
    throw new Error('it must look like s3://bucket?endpoint=https://storage.example.com&region=eu-1')
  const { hostname, pathname, port, username, password, searchParams, hash } = new URL(text)
  if (username || password)
    throw new Error('keys do not belong here; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead')
  if (!BUCKET.test(hostname) || port || hash || !['', '/'].includes(pathname))
    throw new Error('s3:// must be followed by the name of a bucket and nothing else')
  const stranger = [...searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (stranger !== undefined) throw new Error(`it knows endpoint and region, but not ${stranger}`)
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new Error('its endpoint must be an http or https address')
  const region = searchParams.get('region') || env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'
  return { bucket: hostname, endpoint, region }
}
