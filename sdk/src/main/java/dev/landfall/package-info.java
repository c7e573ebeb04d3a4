/**
 * The SDK as an application sees it: pin a branch head, write table versions, stage them in a
 * commit, publish all of them at once, and always find out whether it landed.
 */
@NullMarked
package dev.landfall;

import org.jspecify.annotations.NullMarked;
