/** Denial codes: errors by which the gateway says that a person, a rule or the rights denied a call. */
const denialCodes: ReadonlySet<string> = new Set([
  'PERMISSION.DENIED',
  'PERMISSION.ROLE_REQUIRED',
  'PERMISSION.APPROVAL_REQUIRED',
  'RISK.OPERATION_BLOCKED',
  'RISK.APPROVAL_REJECTED',
])

/** Only of an error of the gateway itself: a server may send the same codes. */
export const isDenialCode = (code: string): boolean => denialCodes.has(code)
