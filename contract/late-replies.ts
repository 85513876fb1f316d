import { ById, endpoint } from './endpoint.ts'

export const lateReplyEndpoints = {
  view: endpoint({
    method: 'GET',
    path: '/api/late-replies/:id',
    summary:
      'What a call of yours that was answered 202 came to, with status and body as it would have had; 202 while it works',
    access: 'signed-in',
    params: ById,
    status: 202,
  }),
}
