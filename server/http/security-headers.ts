import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const CONSTANT = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
}

/** What a page of ours may load. The editor's home may be on another host; pictures always come from this server. */
export function contentSecurityPolicy({ editorHomeUrl }: Pick<Config, 'editorHomeUrl'>): string {
  const home = editorHomeUrl.startsWith('/') ? '' : ` ${editorHomeUrl}`
  return [
    `default-src 'none'`,
    `script-src 'self'${home}`,
    `style-src 'self' 'unsafe-inline'${home}`,
    `font-src 'self'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `worker-src 'self' blob:`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `object-src 'none'`,
  ].join('; ')
}

/** The protective headers of every reply. */
export const protectiveHeaders = (config: Config): Record<string, string> => ({
  ...CONSTANT,
  'content-security-policy': contentSecurityPolicy(config),
  ...(config.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

/** Sets them on every reply, errors included; first, so a route may tighten or replace its own. */
export function protectReplies(app: FastifyInstance, config: Config) {
  const headers = protectiveHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const path = request.routeOptions.url ?? ''
    if (path.startsWith('/api') || request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    // Published pictures are for other sites to show.
    if (path.startsWith('/media')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
