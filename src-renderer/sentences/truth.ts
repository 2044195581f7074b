/** Truth: servers write a rule that is on or off as `true` or as "true"; anything else is neither. */
export const booleanOf = (value: unknown): boolean | undefined => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}
