import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { statusOf, type Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problems.ts'
import { version } from '../../version.ts'

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; required?: string[]; description?: string }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
export type Content = Record<string, { schema: Schema }>
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>
}
export type OpenApi = ReturnType<typeof openApiDocument>

/** OpenAPI 3.1 of everything in the contract, made from the very schemas that check each call. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [group, endpoints] of Object.entries(allEndpoints)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(group, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Copydesk', version, summary: 'The back office of a content site: write, plan and publish.' },
    servers: [{ url: publicUrl }],
    tags: Object.keys(allEndpoints).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        problem: {
          description: 'What went wrong, as RFC 9457 says it',
          content: { 'application/problem+json': { schema: schemaOf(Problem, 'output') } },
        },
      },
    },
  } as const
}

function operation(group: string, name: string, endpoint: Endpoint): Operation {
  return {
    operationId: `${group}.${name}`,
    summary: endpoint.summary,
    description: whoMay(endpoint.access),
    tags: [group],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.oncePerKey ? [idempotencyKey] : []),
      ...(endpoint.respondsAsync ? [prefer] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }),
    responses: {
      [statusOf(endpoint)]: {
        description: 'Done',
        ...(endpoint.reply && { content: json(schemaOf(endpoint.reply, 'output')) }),
        ...(endpoint.produces && { content: { [endpoint.produces]: { schema: {} } } }),
      },
      ...(endpoint.respondsAsync && { 202: { description: 'It goes on; `Location` leads to its answer' } }),
      default: { $ref: '#/components/responses/problem' },
    },
  }
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    format: 'uuid',
    description: 'A UUID of version 7. A call that is sent again with the same key makes no second item.',
  },
}

const prefer: Parameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    description: 'With `respond-async, wait=20` what takes longer than 20 seconds is answered 202 (RFC 7240).',
  },
}

const whoMay = (access: Endpoint['access']): string => {
  if (access === 'public') return 'Anyone may call this.'
  if (access === 'signed-in') return 'For everyone who is signed in.'
  return `Needs the permission \`${access}\`.`
}

const json = (schema: Schema): Content => ({ 'application/json': { schema } })

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return schema as Schema
}

function parametersOf(type: z.ZodObject | undefined, place: Parameter['in']): Parameter[] {
  if (!type) return []
  const { properties = {}, required = [] } = schemaOf(type, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}
