/**
 * Agents for Gatehouse: annotate a class, and what it can do is offered to every gateway that knows the token.
 *
 * <p>{@link dev.gatehouse.agent.Agent#builder()} is where to begin. Specification 1, sections 8, 9 and 11.
 */
package dev.gatehouse.agent;
