export function UserListPage() {
  return null
}
