import type { FastifyInstance } from 'fastify'
import {
  profileSecondStepEndpoints as profile,
  secondStepEndpoints,
  userSecondStepEndpoints,
} from '#contract/second-step.ts'
import { withConstantTimePadding } from '../../http/constant-time-padding.ts'
import { serve } from '../../http/serve.ts'
import { openSecretBox } from '../../secrets/secret-box.ts'
import type { Services } from '../../services.ts'
import type { NoteRefusal } from '../audit/audit-refusals.ts'
import { fromOf } from '../session/session-routes.ts'
import {
  addOwnPasskey,
  beginOwnApp,
  confirmOwnApp,
  newOwnRecoveryCodes,
  ownPasskeyOptions,
  removeOwnApp,
  removeOwnPasskey,
  renameOwnPasskey,
} from './own-method-commands.ts'
import { relyingPartyOf } from './relying-party-rules.ts'
import {
  enrolApp,
  enrolPasskeyOptions,
  finishEnrolmentWithApp,
  finishEnrolmentWithPasskey,
  finishWithCode,
  finishWithPasskey,
  optionsForAnyone,
  optionsForPending,
  signInWithPasskey,
  type Desk,
} from './second-step-commands.ts'
import { countForeignSecrets, viewMethods } from './second-step-queries.ts'
import { resetSecondStep } from './second-step-reset-commands.ts'

// A reply with a secret in it is not compressed: its length would tell about it.
const secret = { compress: false } as const

export function secondStepRoutes(app: FastifyInstance, { db, config }: Services, noteRefusal: NoteRefusal) {
  const party = relyingPartyOf(config)
  const desk: Desk = { db, box: openSecretBox(config), party, noteRefusal }
  signInRoutes(app, desk)
  const view = (userId: string) => viewMethods(db, userId, party?.origin ?? null)

  serve(app, profile.view, ({ actor }) => view(actor.id))
  serve(app, profile.beginApp, ({ actor, body }) => beginOwnApp(desk, actor, body.password), secret)
  serve(app, profile.confirmApp, ({ actor, body }) => confirmOwnApp(desk, actor, body.code), secret)
  serve(app, profile.removeApp, async ({ actor, body }) => {
    await removeOwnApp(desk, actor, body.password)
    return view(actor.id)
  })
  serve(app, profile.passkeyOptions, ({ actor, body }) => ownPasskeyOptions(desk, actor, body.password))
  serve(app, profile.addPasskey, ({ actor, body }) => addOwnPasskey(desk, actor, body), secret)
  serve(app, profile.renamePasskey, async ({ actor, params, body }) => {
    await renameOwnPasskey(desk, actor, params.id, body.name)
    return view(actor.id)
  })
  serve(app, profile.removePasskey, async ({ actor, params, body }) => {
    await removeOwnPasskey(desk, actor, params.id, body.password)
    return view(actor.id)
  })
  serve(app, profile.newRecoveryCodes, ({ actor, body }) => newOwnRecoveryCodes(desk, actor, body.password), secret)
  serve(app, userSecondStepEndpoints.reset, ({ actor, params }) => resetSecondStep(db, actor, params.id))

  app.addHook('onReady', async () => {
    const foreign = await countForeignSecrets(db, desk.box.keyId).catch(() => 0)
    if (foreign > 0)
      app.log.warn(
        `${foreign} authenticator apps were set up with another key: set SECRETS_KEY, or put back secrets.key into DATA_DIR. ` +
          'Passkeys and recovery codes work meanwhile.',
      )
  })
}

/** What a person does between the password and the session. */
function signInRoutes(app: FastifyInstance, desk: Desk) {
  const e = secondStepEndpoints
  serve(
    app,
    e.code,
    ({ body, request }) => withConstantTimePadding(() => finishWithCode(desk, body, fromOf(request))),
    secret,
  )
  serve(app, e.passkeyOptions, ({ body }) => optionsForPending(desk, body.pending))
  serve(app, e.passkey, ({ body, request }) => finishWithPasskey(desk, body, fromOf(request)), secret)
  serve(app, e.enrolApp, ({ body }) => enrolApp(desk, body.pending), secret)
  serve(app, e.confirmApp, ({ body, request }) => finishEnrolmentWithApp(desk, body, fromOf(request)), secret)
  serve(app, e.enrolPasskeyOptions, ({ body }) => enrolPasskeyOptions(desk, body.pending))
  serve(app, e.enrolPasskey, ({ body, request }) => finishEnrolmentWithPasskey(desk, body, fromOf(request)), secret)
  serve(app, e.signInOptions, ({ request }) => optionsForAnyone(desk, request.ip))
  serve(
    app,
    e.signIn,
    ({ body, request }) => withConstantTimePadding(() => signInWithPasskey(desk, body.response, fromOf(request))),
    secret,
  )
}
