import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { NewPassword } from '#contract/session.ts'
import { Email, requiredLine, Slug } from '#contract/text.ts'
import { showScreen } from '../ui/testing/show-screen.tsx'
import { ApiError } from './call.ts'
import { useContractForm } from './contract-form.ts'

const schema = z.object({
  email: Email,
  password: NewPassword,
  slug: z.union([Slug, z.literal('')]),
  name: requiredLine(5),
})
const names = Object.keys(schema.shape) as (keyof typeof schema.shape)[]

function Form({ refusal }: { refusal?: ApiError }) {
  const form = useContractForm(schema, { email: '', password: '', slug: '', name: '' })
  const submit = form.handleSubmit(() => void (refusal && form.show(refusal)))
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {names.map((name) => (
        <TextInput key={name} label={name} error={form.errorOf(name)} {...form.register(name)} />
      ))}
      <button type="submit">Send</button>
    </form>
  )
}

const send = () => page.getByRole('button', { name: 'Send' }).click()
const fill = (name: string, text: string) => userEvent.fill(page.getByLabelText(name), text)

test('each field says which rule is broken, and its number', async () => {
  showScreen(<Form />)
  await fill('email', 'ada@home')
  await fill('password', 'short')
  await fill('slug', 'Two Words')
  await fill('name', 'Ada Lovelace')
  await send()
  for (const said of [
    'Write an e-mail address like name@example.com.',
    'At least 15 characters.',
    'Only small letters a–z, digits, and single hyphens between them.',
    'At most 5 characters.',
  ])
    await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(page.getByLabelText('email')).toHaveFocus()
  await fill('password', 'long enough for anyone')
  await expect.element(page.getByText('At least 15 characters.')).not.toBeInTheDocument()
})

test('what the server refuses is said with its number, too', async () => {
  const fields = [{ path: 'name', code: 'too_many', rule: 'too_many', limit: 30, message: '' }]
  const problem = { type: '', title: '', status: 400, code: 'invalid_input' as const, requestId: '1', fields }
  showScreen(<Form refusal={new ApiError('invalid_input', problem)} />)
  await fill('email', 'ada@example.com')
  await fill('password', 'long enough for anyone')
  await fill('name', 'Ada')
  await send()
  await expect.element(page.getByText('At most 30. Delete some first.')).toBeVisible()
})
