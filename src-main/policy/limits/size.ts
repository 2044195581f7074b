/** Size: limits stored untrusted text for people and for the audit trail. */

/** Maximum number of characters of JSON. */
export const maxArgumentCharacters = 16_384

/** The same for a tool of a service, which may receive a whole file; only a preview is shown and stored. */
export const maxRelayedCharacters = 131_072

/** The same for a build with up to a thousand parts. People see its picture and its numbers. */
const maxBuildCharacters = 131_072

const builds: ReadonlySet<string> = new Set(
  ['java', 'bedrock'].flatMap((kind) => [`ext.${kind}.build`, `ext.${kind}.build.preview`]),
)

/** Maximum number of characters of the arguments of a capability. */
export const maxArgumentsOf = (capabilityId: string, isRelayed: boolean): number => {
  if (isRelayed) return maxRelayedCharacters
  return builds.has(capabilityId) ? maxBuildCharacters : maxArgumentCharacters
}

/** Whether a value is small enough to be stored. */
export const isSmall = (value: unknown, most = maxArgumentCharacters): boolean =>
  (JSON.stringify(value) ?? '').length <= most
