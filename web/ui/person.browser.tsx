import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PersonAvatar } from './person.tsx'
import { showScreen } from './testing/show-screen.tsx'

test('a circle has the initials of a person, and stays empty until the name is known', async () => {
  const names = ['Ada Lovelace', '王小明', '.', '']
  showScreen(
    <ul>
      {names.map((name) => (
        <li key={name}>
          <PersonAvatar name={name} />
        </li>
      ))}
    </ul>,
  )
  const circles = page.getByRole('listitem').elements()
  expect(circles.map(({ textContent }) => textContent)).toEqual(['AL', '明', '?', ''])
})
