import type { Content, OpenApi, Operation, Parameter } from './open-api.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (value: string) => value.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
const code = (value: unknown) => `<pre tabindex="0"><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#d8d5d0, #44413d); --soft: light-dark(#f6f4f1, #262422); --accent: light-dark(#0f5f5c, #6cc4bf) }
  body { font: 15px/1.6 system-ui, sans-serif; max-width: 960px; margin: 0 auto; padding: 24px 16px 80px }
  h1 { font-size: 20px } h2 { font-size: 16px; margin-top: 40px } a { color: var(--accent) }
  nav ul { columns: 3 140px; padding-left: 18px }
  details { border: 1px solid var(--line); border-radius: 6px; margin: 6px 0; padding: 6px 12px }
  summary { cursor: pointer } summary code { font-weight: 600 }
  pre { background: var(--soft); border-radius: 6px; padding: 12px; overflow: auto; max-height: 420px; font-size: 13px }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; border-bottom: 1px solid var(--line); padding: 4px 8px 4px 0 }
`

/** The API for people: plain HTML, readable without a script. */
export function apiPage(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const sections = api.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<h2 id="${name}">${escape(name)}</h2>${own.map((one) => entry(one.method, one.path, one.operation)).join('')}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API · Copydesk</title><style>${STYLE}</style></head>
<body><main><h1>The Copydesk API, version ${escape(api.info.version)}</h1>
<p>JSON in and out. Sign in with <code>POST /api/session</code>, then send <code>Authorization: bearer &lt;token&gt;</code>.
Failures are <code>application/problem+json</code>. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups"><ul>${api.tags.map(({ name }) => `<li><a href="#${name}">${escape(name)}</a></li>`).join('')}</ul></nav>
${sections.join('\n')}
<h2 id="problems">Failures</h2>${code(api.components.responses.problem.content['application/problem+json'].schema)}
</main></body></html>`
}

function entry(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const replies = Object.entries(operation.responses).flatMap(([status, reply]) =>
    'content' in reply && reply.content ? [`<h4>Answers ${status}</h4>${contentOf(reply.content)}`] : [],
  )
  return `<details><summary><code>${method} ${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>${escape(operation.description.replaceAll('`', ''))}</p>${parameterTable(operation.parameters)}
${body ? `<h4>Takes</h4>${code(body)}` : ''}${replies.join('')}</details>`
}

const contentOf = (content: Content): string =>
  content['application/json'] ? code(content['application/json'].schema) : `<p>${Object.keys(content).join(', ')}</p>`

function parameterTable(parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<table><thead><tr><th>Name</th><th>Where</th><th>Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
