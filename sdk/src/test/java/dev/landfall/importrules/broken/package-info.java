/** A small tree of packages that breaks every import rule once. */
package dev.landfall.importrules.broken;
