/**
 * The SDK as an application sees it: pin the head of a branch, write table versions, publish them
 * as one commit, and find out whether it landed.
 */
@NullMarked
package dev.landfall;

import org.jspecify.annotations.NullMarked;
