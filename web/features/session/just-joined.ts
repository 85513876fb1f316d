const KEY = 'joined'

/** The account with this address was made in this tab. */
export const noteJoined = (email: string): void => sessionStorage.setItem(KEY, email.toLowerCase())

/** Whether this person joined in this tab, for as long as it is open. */
export const hasJustJoined = (email: string | undefined): boolean =>
  email !== undefined && sessionStorage.getItem(KEY) === email.toLowerCase()
