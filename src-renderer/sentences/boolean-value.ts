/** Boolean value: servers write a boolean rule as `true` or as "true". Other values are not booleans. */
export const booleanOf = (value: unknown): boolean | undefined => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}
